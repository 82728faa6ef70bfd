import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { tagsQuery } from '../../agent-chooser/queries.ts';
import { texts } from '../texts.ts';

type TagFilterProps = { chosen: number[]; onToggle: (tagId: number) => void; onClear: () => void };

/** Agents with any of the chosen tags are shown, those with more of them first. */
export function TagFilter({ chosen, onToggle, onClear }: TagFilterProps) {
  const tags = useQuery(tagsQuery());
  if (tags.isPending) return <Skeleton className="h-7 w-2/5 rounded-full phone:h-11 phone:w-full" />;
  if (!tags.data) {
    return (
      <Alert
        // Why stands with the agents below, which hardly come when their tags do not.
        title={texts.tags.loadFailed}
        onRetry={() => void tags.refetch()}
        retrying={tags.isFetching}
      />
    );
  }
  if (tags.data.data.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-label font-medium">{texts.filterByTags}</legend>
      <div className="-m-1 flex max-h-[116px] flex-wrap items-center gap-2 overflow-y-auto p-1 phone:max-h-[160px]">
        {tags.data.data.map((tag) => (
          <Chip key={tag.id} pressed={chosen.includes(tag.id)} onToggle={() => onToggle(tag.id)}>
            {tag.name}
          </Chip>
        ))}
        {chosen.length > 0 && (
          <button type="button" onClick={onClear} className="link ml-1 text-small phone:h-11 phone:px-2">
            {texts.clearFilters}
          </button>
        )}
      </div>
    </fieldset>
  );
}
