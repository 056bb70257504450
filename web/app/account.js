import { html } from "./html.js";
import { useState } from "preact/hooks";
import { config } from "./config.js";
import { address, dashed, day, money, STRATEGIES } from "./words.js";

/** What a person keeps, and who they are. */
export function Account({ state, actions }) {
  const { session, saved } = state;
  return html`<section class="sheet" aria-labelledby="account-h">
    <div class="sheet-head"><h2 id="account-h">Yours</h2><button type="button" onClick=${actions.closeAccount}>Close</button></div>
    ${
    session.signed_in
      ? html`
        <p>${session.account?.startsWith("idn_")
          ? html`Signed in as this browser.`
          : html`Signed in with key <code>${session.account}</code>.`} <span class="soft">You may ${session
          .scopes.join(", ")}.</span>
                ${!session.scopes.includes("write-state") &&
                  html`
                    <span
                      class="soft">Without write-state, saved items stay in this browser.</span>
                  `}</p>
        <p class="actions"><button type="button" onClick=${actions
          .signOut}>Sign out</button>
                ${session.scopes.includes("write-state") &&
                  html`
                    <a class="button" href="/api/me/export"
                      download="twoflat.json">Export everything</a>
                  `}</p>
      `
      : html`<${SignIn} onSignIn=${actions.signIn} />`
  }
    <h3>Favorites</h3>
    ${
    saved.favorites.length === 0
      ? html`<p class="soft">None yet. Keep a home with ☆ and it stands here${
        session.signed_in ? "" : ", in this browser until you sign in"
      }.</p>`
      : html`<ul class="plain">${
        saved.favorites.map((each) =>
          html`
            <li key=${each.property_id}
              class="row"><a href=${`/?p=${each.property_id}`} onClick=${(
                event,
              ) => {
                event.preventDefault();
                actions.select({ property_id: each.property_id });
              }}>${address(each.address) ??
                dashed(each.property_id)}</a><span class="soft small">${day(
                  each.saved_at,
                )}</span>
                      <button type="button" class="quiet" aria-label=${`Remove ${
                        address(each.address) ?? each.property_id
                      }`} onClick=${() =>
                        actions.toggleFavorite(each)}>Remove</button></li>
          `
        )
      }</ul>`
  }
    <h3>Presets</h3>
    ${
    saved.presets.length === 0
      ? html`
        <p
          class="soft">None yet. Move a slider of a deal and save the figures as a preset.</p>
      `
      : html`<ul class="plain">${
        saved.presets.map((preset) =>
          html`<li key=${preset.name} class="row"><b>${preset.name}</b>${
            preset.is_default && html`
              <span class="chip">Default</span>
            `
          }
          <span class="soft small">${
            Object.entries(preset.assumptions).map(([name, value]) =>
              `${name.replaceAll("_", " ")} ${value}`
            ).join(", ")
          }</span><button type="button" class="quiet" aria-label=${`Remove preset ${preset.name}`} onClick=${() =>
            actions.removePreset(preset.name)}>Remove</button></li>`
        )
      }</ul>`
  }
    <h3>Alert profiles</h3>
    ${
    !session.scopes.includes("write-state")
      ? html`
        <p
          class="soft">Sign in with a key that has write-state to get alerts on new matches.</p>
      `
      : saved.profiles.length === 0
      ? html`<p class="soft">None yet. Set filters, then “Save as alert profile”.</p>`
      : html`<ul class="plain">${
        saved.profiles.map((profile) =>
          html`<li key=${profile.profile_id} class="row"><b>${profile.name}</b>
          <span class="soft small">${STRATEGIES[profile.strategy]}${
            profile.area ? `, ${profile.area}` : ""
          }${profile.max_price ? `, up to ${money(profile.max_price)}` : ""}${
            profile.paused ? ", paused" : ""
          }</span>
          <button type="button" class="quiet" onClick=${() =>
            actions.pauseProfile(profile)}>${
            profile.paused ? "Resume" : "Pause"
          }</button>
          <button type="button" class="quiet" aria-label=${`Remove profile ${profile.name}`} onClick=${() =>
            actions.removeProfile(profile.profile_id)}>Remove</button></li>`
        )
      }</ul>`
  }
    ${
    state.alerts.length > 0 && html`
      <h3>Alerts</h3>
      <ul class="plain">${state.alerts.map(({ seq, at, data }) =>
        html`
          <li key=${seq}
            class="row"><span>${data.reason ?? "New match"}: ${data.address ??
              data.property_id ?? ""}</span><span class="soft small">${day(
                at,
              )}</span></li>
        `
      )}</ul>
    `
  }
    <h3>Look</h3>
    <div class="segments" role="radiogroup" aria-label="Colors">${
    [["", "System"], ["light", "Light"], ["dark", "Dark"]].map((
      [value, name],
    ) =>
      html`<label key=${value}><input type="radio" name="theme" checked=${
        state.theme_choice === value
      }
        onChange=${() =>
        actions.setTheme(value)} /><span>${name}</span></label>`
    )
  }</div>
  </section>`;
}

function SignIn({ onSignIn }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const signIn = async (key) => {
    setBusy(true);
    try {
      await onSignIn(key);
      setProblem("");
    } catch (error) {
      setProblem(error.message);
    }
    setBusy(false);
  };
  const onSubmit = (event) => {
    event.preventDefault();
    signIn(event.target.elements.key.value.trim());
  };
  return html`
    <form class="panel" onSubmit=${onSubmit}>
      <p>Signed in you can underwrite any property, keep things on the server, and let your agent move this map.</p>
      <label class="field"><span>API key</span>
        <input name="key" type="password" autocomplete="off" required
          aria-invalid=${problem !==
            ""} aria-describedby="key-problem" /></label>
      <p id="key-problem" class="field-error" role="alert">${problem}</p>
      <div class="actions">
        <button class="primary" type="submit" disabled=${busy}>Sign in</button>
        ${config.self_serve &&
          html`<a class="button" href="/connect">Make a key</a>`}
      </div>
      <p
        class="soft small">The key is exchanged for a cookie that no script can read; it is not kept in this browser.</p>
      <hr />
      <p>No key? Sign in as this browser. An agent that you connect over OAuth here then moves this map.</p>
      <div class="actions"><button type="button" disabled=${busy}
        onClick=${() => signIn()}>Continue without a key</button></div>
    </form>
  `;
}
