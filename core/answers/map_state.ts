/** Whether the person sees it now, as a sentence. */
export function mapState(open: boolean): string {
  return open
    ? "A map of this account is open and shows it."
    : "No map of this account is open now; a map opened within a day shows it.";
}
