import { TRANSFER_TAX } from "../../../contracts/constants/underwriting.ts";

/** Who pays which transfer stamps, dollars. */
export interface TransferTax {
  readonly buyer: number;
  readonly seller: number;
}

/** Transfer stamps on a sale: per $500 of the price, a part of $500 counts as a whole. */
export function transferTax(price: number, inChicago: boolean): TransferTax {
  const { per, state_seller, county_seller, chicago_buyer, chicago_seller } =
    TRANSFER_TAX;
  // A price solved for can sit a rounding error above a multiple of 500.
  const parts = Math.ceil(price / per - 1e-9);
  return {
    buyer: inChicago ? parts * chicago_buyer : 0,
    seller: parts *
      (state_seller + county_seller + (inChicago ? chicago_seller : 0)),
  };
}
