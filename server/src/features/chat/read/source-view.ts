/** Opening a citation: the place in the document that the reader's own answer was read from, and nothing beyond it. */
import type { Source, SourceView } from '#contract/citations.ts';
import type { Download } from '#contract/endpoint.ts';
import { type OnDate, validityWords } from '#contract/validity-state.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { today } from '../../../language/values/calendar.ts';
import { findLinkedText } from '../../grounding/store.ts';
import { validityOfTexts } from '../../knowledge/validity/validity-of-texts.ts';
import { findFileText } from '../../session-files/store.ts';
import type { ChatUser } from '../conversations/session-store.ts';
import { findOwnAnswer } from '../results/own-result.ts';
import type { ChatContext } from '../run/chat-runtime.ts';
import { citedFilePage, citedPage, saveCitedPage, saveFilePage } from './cited-page.ts';
import { shownRecord } from './records.ts';
import { excerptAround, findSpan } from './source-excerpt.ts';

export async function viewSource(
  context: ChatContext,
  user: ChatUser,
  { id, index }: { id: number; index: number },
): Promise<SourceView> {
  const found = await findOwnAnswer(context.db, user, id);
  if (!found) throw new AppError('message_not_found');
  const { sources } = await shownRecord(context, found.message);
  const source = sources.find((cited) => cited.index === index);
  if (!source) throw new AppError('message_not_found');
  if (source.kind === 'file') return viewFile(context.db, user.user_id, source);
  if (!found.can_send || found.agent_id === null) return closed('withheld', source);
  if (source.kind !== 'document') return closed('shown', source);
  return viewDocument(context, found.agent_id, { source, on_date: found.message.on_date });
}

/** By the rights of the text: what is withheld, removed or changed has no picture either. */
export async function saveSourcePage(
  context: ChatContext,
  user: ChatUser,
  place: { id: number; index: number },
): Promise<Download> {
  const { state, source, page } = await viewSource(context, user, place);
  const { knowledge_base_id, document_id, file_id } = source;
  if (state === 'shown' && page?.image && file_id !== undefined)
    return saveFilePage(context.db, { user_id: user.user_id, file_id }, page.number);
  if (state !== 'shown' || !page?.image || knowledge_base_id === undefined || document_id === undefined)
    throw new AppError('page_not_found');
  return saveCitedPage(context.db, { knowledge_base_id, document_id }, page.number);
}

/** The place that an answer cites, by the rights of an agent that its reader may use. */
export const sourceOfAnswer = (
  context: ChatContext,
  agent_id: number,
  cited: { source: Source; on_date: OnDate | null },
): Promise<SourceView> =>
  cited.source.kind === 'document'
    ? viewDocument(context, agent_id, cited)
    : Promise.resolve(closed('shown', cited.source));

async function viewDocument(
  { db, clock }: ChatContext,
  agent_id: number,
  { source, on_date }: { source: Source; on_date: OnDate | null },
): Promise<SourceView> {
  const { knowledge_base_id, document_id } = source;
  if (knowledge_base_id === undefined || document_id === undefined) return closed('removed', source);
  const key = { knowledge_base_id, document_id };
  const view = viewText(await findLinkedText(db, agent_id, key), source);
  if (view.state !== 'shown') return view;
  const page = await citedPage(db, key, source);
  // An answer of a base that is dated no more, or was not yet, has no days.
  if (source.validity === undefined) return { ...view, page };
  return { ...view, page, ...(await validityOfCited(db, key, { source, on_date, day: today(clock.now()) })) };
}

/** Reads whether a cited text holds today, and whether an answer on it would say something else now. */
async function validityOfCited(
  db: Queryable,
  key: { knowledge_base_id: number; document_id: number },
  { source, on_date, day }: { source: Source; on_date: OnDate | null; day: string },
) {
  const { start = 0, end = 0, validity_label } = source;
  const validityOn = async (first: string, last: string) => {
    const [found] = await validityOfTexts(db, [{ ...key, start, end }], { first, last });
    return found?.validity ?? null;
  };
  const now = await validityOn(day, day);
  // An answer for 2019 stays right whatever was repealed later: it is compared with what is known of 2019 now.
  const isForToday = !on_date || on_date.by === 'today';
  const then = isForToday ? now : await validityOn(on_date.from, on_date.until);
  return { validity: now, validity_changed: then !== null && validityWords(then) !== validity_label };
}

/** The reader's own file, whatever became of the agent. */
async function viewFile(db: Queryable, user_id: number, source: Source): Promise<SourceView> {
  const { file_id } = source;
  if (file_id === undefined) return closed('removed', source);
  const view = viewText(await findFileText(db, { user_id, file_id }), source);
  if (view.state !== 'shown') return view;
  return { ...view, page: await citedFilePage(db, { user_id, file_id }, source) };
}

function viewText(text: string | undefined, source: Source): SourceView {
  if (text === undefined) return closed('removed', source);
  const place = findSpan(text, source.snippet, source.start ?? 0);
  return place
    ? {
        source,
        state: 'shown',
        page: null,
        validity: null,
        validity_changed: false,
        ...excerptAround(text, place),
      }
    : closed('changed', source);
}

/** The citation itself, without the place. */
const closed = (state: SourceView['state'], source: Source): SourceView => ({
  source,
  state,
  text: null,
  start: null,
  end: null,
  more_before: false,
  more_after: false,
  page: null,
  validity: null,
  validity_changed: false,
});
