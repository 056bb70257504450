import { call, withQuery } from "./api.js";

const KEY = "twoflat.saved";
const EMPTY = { favorites: [], notes: [], presets: [], profiles: [] };

function readLocal() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return EMPTY;
  }
}

const now = () => new Date().toISOString();
const newId = () => crypto.randomUUID();

/**
 * What a person keeps: on the server when signed in, in this browser until then.
 *
 * @param store the page's state; `session`, `saved`
 */
export function savedIn(store) {
  const onServer = () => store.get().session.scopes.includes("write-state");
  const setLocal = (change) => {
    const saved = { ...readLocal(), ...change };
    localStorage.setItem(KEY, JSON.stringify(saved));
    store.set({ saved });
  };
  const post = async (kind, body) => {
    await call(`/api/me/${kind}`, {
      method: "POST",
      body: { ...body, idempotency_key: newId() },
    });
    await load([kind]);
  };

  async function load(kinds = Object.keys(EMPTY)) {
    if (!onServer()) return store.set({ saved: readLocal() });
    const lists = await Promise.all(kinds.map(async (kind) => {
      const items = [];
      let cursor;
      do {
        const page = await call(
          withQuery(`/api/me/${kind}`, { limit: 200, cursor }),
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor);
      return [kind, items];
    }));
    store.set({
      saved: { ...EMPTY, ...store.get().saved, ...Object.fromEntries(lists) },
    });
  }

  return {
    load,
    /** What this browser kept goes to the server; what went is kept here no more. */
    async importLocal() {
      const { favorites, notes, presets } = readLocal();
      if (favorites.length + notes.length + presets.length > 0) {
        await call("/api/me/import", {
          method: "POST",
          body: {
            favorites: favorites.map(({ property_id, tags }) => ({
              property_id,
              tags,
            })),
            notes: notes.map(({ note_id, property_id, text }) => ({
              local_id: note_id,
              property_id,
              text,
            })),
            presets: presets.map(({ name, assumptions }) => ({
              name,
              assumptions,
            })),
          },
        });
        localStorage.removeItem(KEY);
      }
      await load();
    },
    isFavorite: (id) =>
      store.get().saved.favorites.some(({ property_id }) => property_id === id),
    async toggleFavorite(subject) {
      const { favorites } = store.get().saved;
      const { property_id, address, lat, lon } = subject;
      const kept = favorites.some((each) => each.property_id === property_id);
      if (onServer()) {
        return await post("favorites", { property_id, remove: kept });
      }
      setLocal({
        favorites: kept
          ? favorites.filter((each) => each.property_id !== property_id)
          : [...favorites, {
            property_id,
            address,
            lat,
            lon,
            tags: [],
            saved_at: now(),
          }],
      });
    },
    async addNote(property_id, text) {
      if (onServer()) return await post("notes", { property_id, text });
      setLocal({
        notes: [...store.get().saved.notes, {
          note_id: newId(),
          property_id,
          text,
          created_at: now(),
        }],
      });
    },
    async changeNote(note_id, text) {
      if (onServer()) return await post("notes", { note_id, text });
      setLocal({
        notes: store.get().saved.notes.map((note) =>
          note.note_id === note_id ? { ...note, text } : note
        ),
      });
    },
    async removeNote(note_id) {
      if (onServer()) return await post("notes", { note_id, remove: true });
      setLocal({
        notes: store.get().saved.notes.filter((note) =>
          note.note_id !== note_id
        ),
      });
    },
    async savePreset(name, assumptions, make_default = false) {
      if (onServer()) {
        return await post("presets", { name, assumptions, make_default });
      }
      const { presets } = store.get().saved;
      setLocal({
        presets: [
          ...presets.filter((each) => each.name !== name),
          { name, assumptions, is_default: make_default, updated_at: now() },
        ],
      });
    },
    async removePreset(name) {
      if (onServer()) return await post("presets", { name, remove: true });
      setLocal({
        presets: store.get().saved.presets.filter((each) => each.name !== name),
      });
    },
    async saveProfile(profile) {
      await post("profiles", profile);
    },
    async removeProfile(profile_id) {
      await post("profiles", { profile_id, remove: true });
    },
  };
}
