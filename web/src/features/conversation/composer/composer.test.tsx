// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mount } from '../../../../test/mount.tsx';
import { Composer } from './composer.tsx';

let leave = () => {};
afterEach(() => leave());

type Props = Partial<Parameters<typeof Composer>[0]>;

function Box({ first = '', ...props }: Props & { first?: string }) {
  const [value, setValue] = useState(first);
  return <Composer value={value} onChange={setValue} onSend={() => {}} {...props} />;
}

function box(props: Props & { first?: string } = {}, mobile = false) {
  window.matchMedia = ((query: string) => ({
    matches: mobile,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
  const onSend = vi.fn();
  const page = mount(<Box onSend={onSend} {...props} />);
  leave = page.leave;
  const area = page.place.querySelector('textarea') as HTMLTextAreaElement;
  return {
    onSend,
    area,
    text: () => page.place.textContent,
    button: (label: string) => page.place.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`),
    press: (init: KeyboardEventInit & { keyCode?: number } = {}) =>
      act(() => {
        const event = new KeyboardEvent('keydown', {
          key: 'Enter',
          bubbles: true,
          cancelable: true,
          ...init,
        });
        if (init.keyCode) Object.defineProperty(event, 'keyCode', { value: init.keyCode });
        area.dispatchEvent(event);
      }),
    /** Sets the text without key events, as an extension does. */
    put: (value: string) =>
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value);
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }),
  };
}

describe('the question box', () => {
  test('R-CHAT-21 R-CHAT-11 it has several lines, a label and a send button', () => {
    const { area, button } = box();
    expect(area.tagName).toBe('TEXTAREA');
    expect(document.querySelector(`label[for="${area.id}"]`)?.textContent).toBe('Sua pergunta');
    expect(button('Enviar')).not.toBeNull();
  });

  test('R-CHAT-22 what is sent has no space around it', () => {
    const { press, onSend } = box({ first: '  oi  ' });
    press();
    expect(onSend).toHaveBeenCalledExactlyOnceWith('oi');
  });

  test('R-CHAT-23 blank is never sent', () => {
    const { press, onSend, button } = box({ first: ' \n ' });
    press();
    expect(onSend).not.toHaveBeenCalled();
    expect(button('Enviar')?.disabled).toBe(true);
  });

  test('R-CHAT-24 only the last ten lines stay, and a notice says so', async () => {
    const { put, area, text } = box();
    expect(text()).not.toContain('Limite de 10 linhas');
    put(Array.from({ length: 12 }, (_, i) => `linha ${i + 1}`).join('\n'));
    expect(area.value.split('\n')).toEqual(Array.from({ length: 10 }, (_, i) => `linha ${i + 3}`));
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
    expect(text()).toContain('Limite de 10 linhas: as anteriores foram removidas.');
    put('uma');
    expect(text()).not.toContain('Limite de 10 linhas');
  });

  test('R-CHAT-25 nothing is sent while an answer is written; it can be stopped instead', () => {
    const onStop = vi.fn();
    const { press, onSend, button } = box({ first: 'oi', onStop });
    press();
    expect(onSend).not.toHaveBeenCalled();
    expect(button('Enviar')).toBeNull();
    act(() => button('Parar resposta')?.click());
    expect(onStop).toHaveBeenCalledOnce();
  });

  test('R-CHAT-26 Enter sends on a desktop, and the box says so', () => {
    const { press, onSend, text } = box({ first: 'oi' });
    expect(text()).toContain('Enter envia, Shift+Enter quebra a linha');
    press();
    expect(onSend).toHaveBeenCalledOnce();
  });

  test('R-CHAT-27 Enter does not send at 768 px or narrower', () => {
    const { press, onSend } = box({ first: 'oi' }, true);
    press();
    expect(onSend).not.toHaveBeenCalled();
  });

  test('R-CHAT-28 Shift+Enter does not send', () => {
    const { press, onSend } = box({ first: 'oi' });
    press({ shiftKey: true });
    expect(onSend).not.toHaveBeenCalled();
  });

  test('Enter that ends the composition of an accent does not send', () => {
    const { press, onSend } = box({ first: 'coraça' });
    press({ isComposing: true });
    press({ keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  test('O-33 R-CHAT-13 without an agent nothing is sent and the hint says why', () => {
    const { press, onSend, text } = box({ first: 'oi', missing: 'Escolha um agente para começar' });
    press();
    expect(onSend).not.toHaveBeenCalled();
    expect(text()).toContain('Escolha um agente para começar');
  });

  test('O-47 a box that is closed cannot be written in', () => {
    expect(box({ disabled: true }).area.disabled).toBe(true);
  });

  test('a question has at most 20.000 characters', () => {
    const { area, text } = box({ first: 'a'.repeat(20_000) });
    expect(area.maxLength).toBe(20_000);
    expect(text()).toContain('Limite de 20.000 caracteres atingido.');
  });
});
