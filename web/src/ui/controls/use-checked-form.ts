/** A form whose faults are shown once it has been submitted; the first invalid field then takes the focus. */
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';

/** The props of the `form` element. */
export type CheckedForm = {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  noValidate: true;
  onSubmit: (event: FormEvent) => void;
};

export function useCheckedForm() {
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  /** Once the field has been drawn; one that is missing is passed over. */
  const focus = (selector: string) => {
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  /** `send` is called only where nothing is faulty. */
  const bind = (isFaulty: boolean, send: () => void): CheckedForm => ({
    id,
    ref,
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault();
      // React also hands the event of a form in a dialog to a form around the component that opened it.
      event.stopPropagation();
      setChecked(true);
      if (isFaulty) focus('[aria-invalid="true"]');
      else send();
    },
  });
  return { checked, setChecked, focus, bind };
}
