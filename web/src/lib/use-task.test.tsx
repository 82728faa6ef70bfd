// @vitest-environment happy-dom
import { act, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { useTask } from './use-task.ts';

type Going = { goTo: (path: string) => void };
type Work = (going: Going) => Promise<void>;

function Form({ work }: { work: Work }) {
  const navigate = useNavigate();
  const { run, busy, failure } = useTask(() => work({ goTo: (path) => void navigate(path) }));
  return (
    <button type="button" onClick={() => run()}>
      {busy ? 'busy' : 'idle'} {failure instanceof Error ? failure.message : ''}
    </button>
  );
}

/** A screen whose code has yet to come. */
function Next({ code }: { code: Promise<string> }) {
  return use(code);
}

async function opened(work: Work, code: Promise<string> = new Promise(() => undefined)) {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.history.replaceState(null, '', '/');
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <BrowserRouter>
        <Suspense>
          <Routes>
            <Route path="/" element={<Form work={work} />} />
            <Route path="/next" element={<Next code={code} />} />
          </Routes>
        </Suspense>
      </BrowserRouter>,
    ),
  );
  const press = () => act(async () => place.querySelector('button')?.click());
  const close = () => act(async () => root.unmount());
  return { place, press, close, text: () => place.textContent?.trim() };
}

test('what leads to another screen is not done again while the code of that screen is on its way', async () => {
  let done = 0;
  const code = Promise.withResolvers<string>();
  const { press, text, close } = await opened(async ({ goTo }) => {
    done += 1;
    goTo('/next');
  }, code.promise);
  await press();
  await press();
  expect([done, text(), window.location.pathname]).toEqual([1, 'busy', '/next']);
  await act(async () => code.resolve('the next screen'));
  expect(text()).toBe('the next screen');
  await close();
});

test('two presses before anything is drawn are one', async () => {
  let done = 0;
  const { place, close } = await opened(async () => {
    done += 1;
  });
  await act(async () => {
    place.querySelector('button')?.click();
    place.querySelector('button')?.click();
  });
  expect(done).toBe(1);
  await close();
});

test('who comes back before the other screen was drawn can do it again', async () => {
  let done = 0;
  const { press, text, close } = await opened(async ({ goTo }) => {
    done += 1;
    goTo('/next');
  });
  await press();
  await act(async () => window.history.replaceState(null, '', '/'));
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  expect(text()).toBe('idle');
  await press();
  expect(done).toBe(2);
  await close();
});

test('what it failed with stays until the next try has ended', async () => {
  const second = Promise.withResolvers<void>();
  let tries = 0;
  const { press, text, close } = await opened(async () => {
    tries += 1;
    if (tries === 1) throw new Error('wrong');
    await second.promise;
  });
  await press();
  expect(text()).toBe('idle wrong');
  await press();
  expect(text()).toBe('busy wrong');
  await act(async () => second.resolve());
  expect(text()).toBe('idle');
  await close();
});
