import type { OperationContract } from "../../../contracts/operation.ts";
import { DEAL_CARD } from "./deal.ts";
import { VALUE_CARD } from "./value.ts";

/** A card that hosts of MCP Apps show beside a tool's answer. */
export interface Card {
  readonly card: NonNullable<OperationContract["card"]>;
  readonly title: string;
  readonly description: string;
  /** A document that loads nothing and talks to its host alone. */
  readonly html: string;
}

/** Every card. */
export const CARDS: readonly Card[] = [
  {
    card: "deal",
    title: "Deal card",
    description:
      "A deal with its verdict, and sliders for what a buyer can change",
    html: DEAL_CARD,
  },
  {
    card: "value",
    title: "Value card",
    description: "A value with the comparable sales it rests on, on a map",
    html: VALUE_CARD,
  },
];
