// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { cleanUp, json, signIn } from '../../../test/network.ts';
import { keepHeight, lastHeight } from './card-room.ts';
import { SetupRoom } from './setup-room.tsx';

let answer: (dismissed: boolean) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  signIn();
  const held = new Promise<Response>((resolve) => {
    answer = (dismissed) => resolve(json(200, replyOf(dismissed))());
  });
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/admin/setup') ? held : Promise.resolve(json(200, { success: true, data: {} })()),
  );
});
afterEach(() => {
  vi.useRealTimers();
  cleanUp();
  // biome-ignore lint/suspicious/noDocumentCookie: what the browser remembers is forgotten
  document.cookie = 'first_steps=; max-age=0; path=/';
});

const replyOf = (dismissed: boolean) => ({
  success: true,
  data: { steps: [], dismissed, agent_id: null, samples: null },
});

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

function shown() {
  const { place, leave } = mount(
    <QueryClientProvider client={client()}>
      <SetupRoom>
        <p>Números</p>
      </SetupRoom>
    </QueryClientProvider>,
  );
  const room = () => place.querySelector<HTMLElement>('[style]')?.style.height;
  return { isSeen: () => place.querySelector('.invisible') === null, room, leave };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('R-FST-12 the height of the first steps is remembered by the browser, and so is that there were none', () => {
  expect(lastHeight()).toBeNull();
  keepHeight(612.4);
  expect(lastHeight()).toBe(612);
  keepHeight(0);
  expect(lastHeight()).toBe(0);
});

test('R-FST-12 what stands below the first steps is shown at once under the room that they had the last time', () => {
  keepHeight(540);
  const { isSeen, room, leave } = shown();
  expect([isSeen(), room()]).toEqual([true, '540px']);
  leave();
});

test('R-FST-12 where there were no first steps the last time, no room is kept for them', () => {
  keepHeight(0);
  const { isSeen, room, leave } = shown();
  expect([isSeen(), room()]).toEqual([true, undefined]);
  leave();
});

test('R-FST-12 a browser that knows nothing waits a moment, then shows a room; the answer is remembered', async () => {
  const { isSeen, room, leave } = shown();
  expect([isSeen(), room()]).toEqual([false, undefined]);
  await pass(300);
  expect(isSeen()).toBe(true);
  expect(room()).toMatch(/^\d+px$/);
  answer(true);
  await pass(50);
  expect([isSeen(), room(), lastHeight()]).toEqual([true, undefined, 0]);
  leave();
});
