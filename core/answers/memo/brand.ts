import { extname } from "node:path";
import { invalidParams } from "../../../contracts/errors.ts";

/** Who hands the memo over. */
export interface Brand {
  readonly name: string | null;
  /** A `data:` URI of an image. */
  readonly logo: string | null;
}

const SETTING = "TWOFLAT_BRAND_LOGO";

/** A logo stands in every memo, so it is kept small. */
const MAX_LOGO_BYTES = 300_000;

const IMAGES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/**
 * Returns the name and logo that the settings put on memos.
 *
 * @throws {Fault} `invalid_params` for a logo that is no image, too large or cannot be read
 */
export async function readBrand(
  { brandName = null, brandLogo }: {
    readonly brandName?: string | null;
    readonly brandLogo?: string;
  },
): Promise<Brand> {
  return {
    name: brandName,
    logo: brandLogo === undefined ? null : await imageUri(brandLogo),
  };
}

/** An image as text that a document can hold. */
async function imageUri(path: string): Promise<string> {
  const type = IMAGES[extname(path).toLowerCase()];
  if (type === undefined) throw invalidParams(SETTING, "a .png or .jpg file");
  const bytes = await Deno.readFile(path).catch((cause) => {
    throw invalidParams(
      SETTING,
      "a file that can be read",
      `${SETTING}: cannot read ${path}: ${cause.name}`,
    );
  });
  if (bytes.length > MAX_LOGO_BYTES) {
    throw invalidParams(
      SETTING,
      `an image of at most ${MAX_LOGO_BYTES / 1_000} kB`,
      `${SETTING}: ${path} has ${Math.ceil(bytes.length / 1_000)} kB`,
    );
  }
  return `data:${type};base64,${bytes.toBase64()}`;
}
