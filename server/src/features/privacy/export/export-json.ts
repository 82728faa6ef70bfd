/** `dados.json`: everything, for programs. Written as it is read. */
import { shownFile } from '../../session-files/store.ts';
import type { PersonalData } from './personal-data-reader.ts';

export async function* jsonFile(kept: PersonalData, now: Date): AsyncGenerator<string> {
  const whole = {
    exported_at: now,
    profile: await kept.profile(),
    sign_ins: await kept.sign_ins(),
    linked_accounts: await kept.linked_accounts(),
    waiting_codes: await kept.waiting_codes(),
    invitations: await kept.invitations(),
    imports: await kept.imports(),
    access_keys: await kept.access_keys(),
    dismissals: await kept.dismissals(),
    notified_of_groups: await kept.notified_of_groups(),
    typed_prices: await kept.typed_prices(),
    subscription: await kept.subscription(),
    ...(await kept.purchases()),
    feedback: await kept.feedback(),
    receipts: await kept.receipts(),
    session_links: await kept.session_links(),
    audit: await kept.audit(),
    agents: await kept.agents(),
  };
  yield `{\n${Object.entries(whole)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')}`;
  yield ',\n  "chat_sessions": [';
  let between = '';
  for await (const session of kept.sessions()) {
    const files = JSON.stringify((await kept.session_files(session.id)).map(shownFile));
    yield `${between}\n    ${JSON.stringify(session).slice(0, -1)},"files":${files},"messages":[`;
    yield* listed(kept.messages(session.id));
    yield ']}';
    between = ',';
  }
  yield '],\n  "token_entries": [';
  yield* listed(kept.token_entries());
  yield ']\n}\n';
}

async function* listed(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let between = '';
  for await (const value of values) {
    yield `${between}\n      ${JSON.stringify(value)}`;
    between = ',';
  }
}
