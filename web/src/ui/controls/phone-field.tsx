import type { ChangeEvent, ClipboardEvent, ComponentProps } from 'react';
import { PHONE_MASKED_MAX } from '#contract/limits.ts';
import { type PhoneEdit, pastePhone, typePhone } from '../../lib/text/phone-edit.ts';
import { Field } from './field.tsx';

type PhoneFieldProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  value: string;
  onChange: (phone: string) => void;
};

/** A phone number that is masked while it is typed, with the caret where the person left it. */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  const show = (box: HTMLInputElement, { value: next, caret }: PhoneEdit) => {
    // Before React writes the same value, which would send the caret to the end.
    box.value = next;
    box.setSelectionRange(caret, caret);
    onChange(next);
  };
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType } = nativeEvent as InputEvent;
    show(target, typePhone(value, { typed: target.value, caret: target.selectionStart, inputType }));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // The browser would cut at fifteen characters before the country code and the blanks are taken out.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text');
    show(event.currentTarget, pastePhone(value, text, [selectionStart ?? 0, selectionEnd ?? value.length]));
  };
  return (
    <Field
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={PHONE_MASKED_MAX}
      placeholder="(11) 98765-4321"
      {...field}
      value={value}
      onChange={change}
      onPaste={paste}
    />
  );
}
