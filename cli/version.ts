export { VERSION } from "../contracts/version.ts";
