import { expect, test } from 'vitest';
import { type Chunk, pageSizes, tooLarge } from './page-sizes.ts';

const chunk = (file: string, modules: string[], imports: string[] = [], styles: string[] = []): Chunk => ({
  file,
  modules: modules.map((module) => `/house/web/src/${module}`),
  imports,
  styles,
});

const app = [
  chunk('main.js', ['main.tsx'], ['frame.js'], ['main.css']),
  chunk('frame.js', []),
  chunk('login.js', ['features/auth/login-screen.tsx'], ['frame.js', 'form.js']),
  chunk('form.js', []),
  chunk('guards.js', ['app/guards.tsx']),
  chunk('layout.js', ['app/shell/layout.tsx'], ['guards.js']),
  chunk('chat.js', ['features/chat/chat-session.tsx'], ['prose.js'], ['chat.css']),
  chunk('prose.js', []),
  chunk('later.js', ['features/dashboard/dashboard-screen.tsx']),
];

test('a page weighs what its scripts import, each file once, with its styles, and nothing that comes later', () => {
  const [login, conversation] = pageSizes(app, () => 1_000);
  expect(login?.files.toSorted()).toEqual(['form.js', 'frame.js', 'login.js', 'main.css', 'main.js']);
  expect(conversation?.files).toHaveLength(8);
  expect(conversation?.files).not.toContain('later.js');
  // The script that index.html links by itself is weighed too.
  expect(login?.bytes).toBe(6_000);
  expect(login?.line).toContain('6,0 KB');
});

test('a page that has grown too large is named, with its size and its limit', () => {
  const sizes = pageSizes(app, (file) => (file === 'form.js' ? 200_000 : 1_000));
  expect(tooLarge(sizes)).toHaveLength(1);
  expect(tooLarge(sizes)[0]).toMatch(/«entrada» ficou grande demais: 205,0 KB/);
  expect(tooLarge(pageSizes(app, () => 1_000))).toEqual([]);
});

test('a screen that was renamed is missed, not forgotten', () => {
  expect(() => pageSizes(app.slice(1), () => 1)).toThrow('web/src/main.tsx');
});
