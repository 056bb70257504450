/** What opens over the list and the map: loaded after the list, since nobody sees it before. */
export { Account } from "./account.js";
export { Card } from "./card.js";
export { Compare } from "./compare.js";
