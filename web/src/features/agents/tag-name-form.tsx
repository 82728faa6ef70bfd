import { Check, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { TAG_NAME_MAX } from '#contract/limits.ts';
import { type Tag, tagMessages } from '#contract/tags.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { controlBorder, controlLook } from '../../ui/field.tsx';
import { texts as all } from './texts.ts';

const texts = all.tags;

type TagNameFormProps = { tag: Tag; onSave: (name: string) => Promise<void>; onCancel: () => void };

/** A tag's row while its name is being changed. */
export function TagNameForm({ tag, onSave, onCancel }: TagNameFormProps) {
  const [name, setName] = useState(tag.name);
  const save = useTask(() => onSave(name.trim()));
  const [blank, setBlank] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(!name.trim());
    if (name.trim() === tag.name) onCancel();
    else if (name.trim()) save.run();
  };
  const failed = save.failure === null ? null : failureText(save.failure, texts.renameFailed);
  const error = blank ? tagMessages.empty : failed;
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 flex-1 gap-1">
      <div className="flex items-center gap-1">
        <input
          // biome-ignore lint/a11y/noAutofocus: the pencil was pressed in order to type here
          autoFocus
          aria-label={texts.renameField(tag.name)}
          aria-invalid={error ? true : undefined}
          maxLength={TAG_NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setBlank(false);
            save.forgive();
          }}
          className={classes(controlLook, controlBorder(Boolean(error)), 'h-9 min-w-0 px-2.5 phone:h-11')}
        />
        <IconButton type="submit" label={texts.save} size="small" busy={save.busy}>
          <Check className="size-4" />
        </IconButton>
        <IconButton label={texts.cancel} size="small" onClick={onCancel}>
          <X className="size-4" />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </form>
  );
}
