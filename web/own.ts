import accountJs from "./app/account.js" with { type: "text" };
import actionsJs from "./app/actions.js" with { type: "text" };
import addressBarJs from "./app/address_bar.js" with { type: "text" };
import agentJs from "./app/agent.js" with { type: "text" };
import apiJs from "./app/api.js" with { type: "text" };
import basemapJs from "./app/basemap.js" with { type: "text" };
import boundsJs from "./app/bounds.js" with { type: "text" };
import cardJs from "./app/card.js" with { type: "text" };
import compareJs from "./app/compare.js" with { type: "text" };
import compsJs from "./app/comps.js" with { type: "text" };
import configJs from "./app/config.js" with { type: "text" };
import copyJs from "./app/copy.js" with { type: "text" };
import drawJs from "./app/draw.js" with { type: "text" };
import eventsJs from "./app/events.js" with { type: "text" };
import factsJs from "./app/facts.js" with { type: "text" };
import filtersJs from "./app/filters.js" with { type: "text" };
import firstStateJs from "./app/first_state.js" with { type: "text" };
import homesJs from "./app/homes.js" with { type: "text" };
import htmlJs from "./app/html.js" with { type: "text" };
import listJs from "./app/list.js" with { type: "text" };
import lookJs from "./app/look.js" with { type: "text" };
import mainJs from "./app/main.js" with { type: "text" };
import mapJs from "./app/map.js" with { type: "text" };
import notesJs from "./app/notes.js" with { type: "text" };
import openCardJs from "./app/open_card.js" with { type: "text" };
import pageJs from "./app/page.js" with { type: "text" };
import panelsJs from "./app/panels.js" with { type: "text" };
import queryJs from "./app/query.js" with { type: "text" };
import reportJs from "./app/report.js" with { type: "text" };
import savedJs from "./app/saved.js" with { type: "text" };
import searchJs from "./app/search.js" with { type: "text" };
import stateJs from "./app/state.js" with { type: "text" };
import storeJs from "./app/store.js" with { type: "text" };
import underwritingJs from "./app/underwriting.js" with { type: "text" };
import valueJs from "./app/value.js" with { type: "text" };
import wordsJs from "./app/words.js" with { type: "text" };
import baseCss from "./style/base.css" with { type: "text" };
import coverageCss from "./style/coverage.css" with { type: "text" };
import iconSvg from "./style/icon.svg" with { type: "text" };
import mapCss from "./style/map.css" with { type: "text" };
import propertyCss from "./style/property.css" with { type: "text" };

/** Our own files, by the name under which pages load them. They are imported, so that every way of packing takes them along. */
export const OWN: Readonly<Record<string, string>> = {
  "account.js": accountJs,
  "actions.js": actionsJs,
  "address_bar.js": addressBarJs,
  "agent.js": agentJs,
  "api.js": apiJs,
  "basemap.js": basemapJs,
  "bounds.js": boundsJs,
  "card.js": cardJs,
  "compare.js": compareJs,
  "comps.js": compsJs,
  "config.js": configJs,
  "copy.js": copyJs,
  "draw.js": drawJs,
  "events.js": eventsJs,
  "facts.js": factsJs,
  "filters.js": filtersJs,
  "first_state.js": firstStateJs,
  "homes.js": homesJs,
  "html.js": htmlJs,
  "list.js": listJs,
  "look.js": lookJs,
  "main.js": mainJs,
  "map.js": mapJs,
  "notes.js": notesJs,
  "open_card.js": openCardJs,
  "page.js": pageJs,
  "panels.js": panelsJs,
  "query.js": queryJs,
  "report.js": reportJs,
  "saved.js": savedJs,
  "search.js": searchJs,
  "state.js": stateJs,
  "store.js": storeJs,
  "underwriting.js": underwritingJs,
  "value.js": valueJs,
  "words.js": wordsJs,
  "base.css": baseCss,
  "coverage.css": coverageCss,
  "icon.svg": iconSvg,
  "map.css": mapCss,
  "property.css": propertyCss,
};
