/** The props that fields of the form of a provider share. */
import type { ProviderDraft } from './provider-draft.ts';
import { texts } from './texts.ts';

export type FormParts = {
  draft: ProviderDraft;
  isEditing: boolean;
  /** Fields that stand in the way of saving; shown once it was tried. */
  faults: ReadonlySet<string>;
  /** The server's words about one field. */
  refusalOf: (field: string) => string | null;
  onChange: (change: Partial<ProviderDraft>) => void;
};

type TextField = {
  [name in keyof ProviderDraft]: ProviderDraft[name] extends string ? name : never;
}[keyof ProviderDraft];

export const textField = (
  { draft, faults, refusalOf, onChange }: FormParts,
  name: TextField,
  label: string,
  more: { hint?: string; fault?: string } = {},
) => ({
  ...{ name, label, hint: more.hint, value: String(draft[name]) },
  autoComplete: 'off',
  spellCheck: false,
  error:
    refusalOf(name) ??
    refusalOf(`settings.${name}`) ??
    (faults.has(name) ? (more.fault ?? texts.required) : null),
  onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
});
