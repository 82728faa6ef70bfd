/** A list of cards that are added, changed and removed in dialogs, with the button that adds one. */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Alert } from '../display/alert.tsx';
import { CardSkeleton } from '../display/skeleton.tsx';

type EditedCardsProps<Item> = {
  texts: { line: string; add: string; list: string };
  /** Undefined until they are there. */
  items: Item[] | undefined;
  /** Shown in place of items that cannot be read. */
  failure: { title: ReactNode; line?: ReactNode } | null;
  onRetry: () => void;
  retrying: boolean;
  /** How many cards are waited for. */
  expected: number;
  card: (item: Item, actions: { onEdit: () => void; onRemove: () => void }) => ReactNode;
  /** The dialog of an item that is changed, or of a new one. */
  form: (item: Item | null, onClose: () => void) => ReactNode;
  removal: (item: Item, onClose: () => void) => ReactNode;
};

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';

export function EditedCards<Item>(props: EditedCardsProps<Item>) {
  const { texts, items, failure, onRetry, retrying, expected, card, form, removal } = props;
  const [opened, open] = useState<{ edit: Item | null } | { remove: Item } | null>(null);
  const close = () => open(null);
  return (
    <div className="grid gap-[18px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-small text-ink-2">{texts.line}</p>
        <Button
          variant="primary"
          icon={<Plus />}
          onClick={() => open({ edit: null })}
          className="slim:w-full"
        >
          {texts.add}
        </Button>
      </div>
      {failure && !items && <Alert {...failure} onRetry={onRetry} retrying={retrying} />}
      {!items && !failure && (
        <div aria-busy="true" data-skeleton className={gridLook}>
          {[...Array(expected).keys()].map((place) => (
            <CardSkeleton key={place} lines={5} className="h-[260px]" />
          ))}
        </div>
      )}
      {items && (
        <ul aria-label={texts.list} className={gridLook}>
          {items.map((item) =>
            card(item, { onEdit: () => open({ edit: item }), onRemove: () => open({ remove: item }) }),
          )}
        </ul>
      )}
      {opened && 'edit' in opened && form(opened.edit, close)}
      {opened && 'remove' in opened && removal(opened.remove, close)}
    </div>
  );
}
