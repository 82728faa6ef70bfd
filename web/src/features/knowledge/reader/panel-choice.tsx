/** Which side of a document is shown: its text, the pictures of its scanned pages, or its days. */
import type { DocumentText } from '#contract/documents.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { texts as all } from '../texts-documents.ts';
import { texts as validityTexts } from '../validity/texts.ts';
import type { OpenedDocument } from './opened-document.ts';

export type Panel = 'text' | 'page' | 'validity';

type PanelChoiceProps = { panels: Panel[]; panel: Panel; onChange: (panel: Panel) => void };

/** Nothing where there is no choice. */
export function PanelChoice({ panels, panel, onChange }: PanelChoiceProps) {
  if (panels.length < 2) return null;
  return (
    <div className="mb-4">
      <Segmented
        label={validityTexts.panel.show}
        value={panel}
        options={panels.map((value) => ({ value, label: words[value] }))}
        onChange={onChange}
      />
    </div>
  );
}

const words: Record<Panel, string> = {
  text: validityTexts.panel.text,
  page: all.page.show,
  validity: validityTexts.panel.validity,
};

export function panelsOf(document: DocumentText | undefined, isDated: boolean | undefined): Panel[] {
  const hasPictures = document?.recognised_pages.some(({ image }) => image);
  return ['text', ...(hasPictures ? (['page'] as const) : []), ...(isDated ? (['validity'] as const) : [])];
}

/** The text takes the place of a panel that the document does not have. */
export const panelShown = (panels: Panel[], wanted: Panel): Panel =>
  panels.includes(wanted) ? wanted : 'text';

/** Where a document is opened: at what a search has found, or at its first page that was read weakly. */
export function openedAt(document: DocumentText, opened: OpenedDocument) {
  const { place } = opened;
  if (place) {
    const passage = document.passages.find(({ start, end }) => start === place.start && end === place.end);
    const found = place.marks.map(({ start, end }) => document.content_text.slice(start, end));
    return { place, page: passage?.page ?? undefined, found, hasWeakPicture: false };
  }
  const weak = opened.isAtWeak ? document.recognised_pages.find((one) => one.weak) : undefined;
  const passage = weak && document.passages.find(({ page }) => page === weak.page);
  return {
    place: passage && { start: passage.start, end: passage.end, marks: [] },
    page: weak?.page,
    found: [],
    hasWeakPicture: weak?.image ?? false,
  };
}
