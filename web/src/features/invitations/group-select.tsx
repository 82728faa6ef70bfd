/** The group that people will be in. The default one is chosen until another is. */
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../api/error-message.ts';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { groupChoices } from '../users/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.form;

/** The groups, and the one that is chosen; null until they are here. */
export function useGroupChoice(chosen: number | null) {
  const found = useQuery(groupChoices());
  const groups = found.data?.data ?? [];
  const group_id = chosen ?? groups.find(({ is_default }) => is_default)?.id ?? groups[0]?.id ?? null;
  return { found, groups, group_id };
}

type GroupSelectProps = {
  choice: ReturnType<typeof useGroupChoice>;
  label?: string;
  labelHidden?: boolean;
  size?: 'small' | 'medium';
  onChange: (id: number) => void;
};

export function GroupSelect({ choice, label = texts.group, labelHidden, size, onChange }: GroupSelectProps) {
  const { found, groups, group_id } = choice;
  if (found.isError)
    return (
      <Alert
        title={failureText(found.error, texts.groupsFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  return (
    <NativeSelect
      label={label}
      {...(labelHidden ? { labelHidden } : {})}
      {...(size ? { size } : {})}
      value={String(group_id ?? '')}
      disabled={found.isPending}
      options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
