/** What an active listing asks for a property. */
export interface ActiveListing {
  /** Dollars. */
  readonly price: number;
  /** Day it came on the market. */
  readonly listed: number;
  /** Apartments as listed; null when it does not say. */
  readonly units: number | null;
}
