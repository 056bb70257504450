import {
  Argument,
  Command,
  type CommandUnknownOpts,
} from "@commander-js/extra-typings";
import { SAVED_LISTS } from "../../contracts/saved.ts";
import {
  SAVED_KINDS,
  type SavedItemOf,
  type SavedKind,
} from "../../contracts/saved_items.ts";
import { localSaved, type Saved } from "../../core/service/workspace.ts";
import { settings } from "../context.ts";
import { UNKNOWN } from "../format.ts";
import { jsonOption, keyOption, serverOption } from "../options.ts";
import { type Column, print, printJson, style, table } from "../output.ts";
import { serverFor } from "../login.ts";
import { parseAnswer, type Remote, send } from "../remote.ts";
import { identifier } from "../render/parts.ts";
import { allItems } from "../../core/store/saved/all_items.ts";

/** `twoflat saved`: what was saved with `favorite`, `note`, `preset` and `profile`. */
export function savedCommand(): CommandUnknownOpts {
  return new Command("saved")
    .summary("what you saved: favorites, presets, profiles and notes")
    .description(
      "Lists what `favorite`, `preset`, `profile` and `note` saved in the store of this machine (TWOFLAT_DATA_DIR or KV_URL). With --server or after `twoflat login` it lists what the key's account saved there.",
    )
    .addArgument(
      new Argument("[kind]", "only this kind; default all").choices(
        SAVED_KINDS,
      ),
    )
    .addOption(serverOption())
    .addOption(keyOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat saved
  # PINs of the favorites, for a batch
  $ twoflat saved favorites --json | jq -r '.favorites[].property_id'`,
    )
    .action(async (kind, { server, key, json }) => {
      const remote = await serverFor({ server, key });
      const listed = remote === undefined
        ? localList(localSaved(settings()))
        : remoteList(remote);
      const kinds = kind === undefined ? SAVED_KINDS : [kind];
      const lists = await Promise.all(
        kinds.map(async (each) => [each, await listed(each)] as const),
      );
      if (json) return printJson(Object.fromEntries(lists));
      print(lists.map(([each, items]) => listText(each, items)).join("\n\n"));
    });
}

type Item = SavedItemOf[SavedKind];

/** Lists every item of a kind. */
type Lister = (kind: SavedKind) => Promise<readonly Item[]>;

/** The lists of this machine's store. */
function localList(saved: Saved): Lister {
  return (kind) => allItems(saved, kind);
}

/** An account's lists on a server. */
function remoteList(remote: Remote): Lister {
  return async (kind) => {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const url = new URL(`/api/me/${kind}`, remote.server);
      if (cursor !== null) url.searchParams.set("cursor", cursor);
      const answer = await send(remote, { method: "GET", url });
      const page: { items: readonly Item[]; next_cursor: string | null } =
        parseAnswer(SAVED_LISTS[kind], answer);
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return items;
  };
}

function listText(kind: SavedKind, items: readonly Item[]): string {
  const head = style("title", kind[0].toUpperCase() + kind.slice(1));
  if (items.length === 0) return `${head}\n  none`;
  const { columns, cells } = LAYOUTS[kind] as Layout<Item>;
  return `${head}\n${table(columns, items.map(cells), { indent: 2 })}`;
}

interface Layout<I> {
  readonly columns: readonly Column[];
  cells(item: I): string[];
}

/** How the items of each kind are told. */
const LAYOUTS: { readonly [K in SavedKind]: Layout<SavedItemOf[K]> } = {
  favorites: {
    columns: [
      { head: "Property" },
      { head: "Address", wraps: true },
      { head: "Tags" },
      { head: "Saved", dispensable: 1 },
    ],
    cells: ({ property_id, lat, lon, address, tags, saved_at }) => [
      property_id ? identifier(String(property_id)) : `${lat},${lon}`,
      text(address),
      text(tags),
      day(saved_at),
    ],
  },
  presets: {
    columns: [
      { head: "Name" },
      { head: "Assumptions", wraps: true },
      { head: "Default" },
      { head: "Updated", dispensable: 1 },
    ],
    cells: ({ name, assumptions, is_default, updated_at }) => [
      text(name),
      fieldsText(assumptions),
      is_default ? "yes" : "",
      day(updated_at),
    ],
  },
  profiles: {
    columns: [
      { head: "Id" },
      { head: "Name" },
      { head: "Matches", wraps: true },
      { head: "State" },
      { head: "Updated", dispensable: 1 },
    ],
    cells: (
      {
        profile_id,
        name,
        paused,
        created_at: _,
        updated_at,
        channels,
        ...rules
      },
    ) => [
      text(profile_id),
      text(name),
      [fieldsText(rules), ...channels.map(fieldsText)]
        .join("; "),
      paused ? "paused" : "on",
      day(updated_at),
    ],
  },
  notes: {
    columns: [
      { head: "About" },
      { head: "Note", wraps: true },
      { head: "Written", dispensable: 1 },
    ],
    cells: ({ property_id, geoid, text: words, created_at }) => [
      property_id ? identifier(String(property_id)) : `tract ${geoid}`,
      text(words),
      day(created_at),
    ],
  },
};

function text(value: unknown): string {
  if (value === null || value === undefined) return UNKNOWN;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Fields as an agent would give them: `rate 0.08, down_pct 0.25`. */
function fieldsText(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${text(value)}`).join(", ");
}

/** The day of a timestamp, UTC. */
const day = (timestamp: unknown) => String(timestamp).slice(0, 10);
