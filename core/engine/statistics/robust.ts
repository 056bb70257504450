/** Standard deviations of a normal distribution in its median absolute deviation. */
export const MAD_TO_SD = 1.4826;

/** Standard deviations of a normal distribution between its quartiles. */
export const IQR_IN_SDS = 1.349;
