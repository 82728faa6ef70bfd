/** Makes elements. Text is only ever text: nothing here reads markup. */
type Attributes = Record<string, string | boolean | undefined>;
type Child = Node | string | null | undefined;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(label: string, onClick: () => void, kind = 'plain'): HTMLButtonElement {
  const element = el('button', { type: 'button', class: kind }, label);
  element.addEventListener('click', onClick);
  return element;
}

let fields = 0;

/** A labelled field with the place of its message. */
export function field<T extends HTMLInputElement | HTMLTextAreaElement>(
  label: string,
  input: T,
): HTMLElement {
  fields += 1;
  input.id = `campo-${fields}`;
  return el('p', { class: 'field' }, el('label', { for: input.id }, label), input);
}
