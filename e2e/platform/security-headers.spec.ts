/** Attacks that the browser itself blocks on our pages. */
import { enter, expect, test } from '../support/test-server.ts';

test('the page does not execute text: markup, code and addresses that somebody put there are refused by the browser', async ({
  page,
  person,
  expectComplaints,
}) => {
  // The last of them: what the story leaves in a frame that stayed empty.
  expectComplaints(
    /Trusted|Content Security Policy|Refused|violates the following|requires 'Trusted|'sessionStorage'/,
  );
  await enter(page, person);
  await expect(page.getByRole('textbox', { name: /Mensagem|pergunta/i })).toBeVisible();
  const outcomes = await page.evaluate(async () => {
    const violated: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      violated.push(violatedDirective),
    );
    const tried = (attempt: () => unknown) => {
      try {
        attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const sunk = {
      markup: tried(() => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
      }),
      insertion: tried(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      // The driver may evaluate what a page may not; this asks the page's own.
      code: tried(() => (Reflect.get(window, 'setTimeout') as (text: string) => unknown)('1 + 1')),
      script: tried(() => {
        document.createElement('script').text = 'window.got = 1';
      }),
      document: tried(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      policy: tried(() => trustedTypes.createPolicy('x', { createHTML: (text: string) => text })),
    };
    const frame = document.createElement('iframe');
    frame.src = '/login';
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = 'https://outro.example/x.css';
    document.body.append(frame, link);
    const image = new Image();
    image.src = 'https://outro.example/x.png';
    await fetch('https://outro.example/').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    return {
      sunk,
      violated: [...new Set(violated)].toSorted(),
      framed: frame.contentDocument?.body?.childElementCount ?? 0,
    };
  });
  expect(outcomes.sunk).toEqual({
    markup: 'refused',
    insertion: 'refused',
    code: 'refused',
    script: 'refused',
    document: 'refused',
    policy: 'refused',
  });
  expect(outcomes.framed).toBe(0);
  expect(outcomes.violated).toEqual(
    expect.arrayContaining([
      'connect-src',
      'img-src',
      'require-trusted-types-for',
      'style-src-elem',
      'trusted-types',
    ]),
  );
});

test('no source map is served, nor named by the files of the page', async ({ request }) => {
  const page = await (await request.get('/login')).text();
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const response = await request.get(file);
    expect(response.headers()['content-type']).toMatch(/^(?:text|application)\/(?:javascript|css)/);
    expect(await response.text()).not.toContain('sourceMappingURL');
    expect((await request.get(`${file}.map`)).status()).toBe(404);
  }
});

test('the description of the API opens on this machine with every call, under a policy of its own', async ({
  page,
}) => {
  const opened = await page.goto('/api/docs/');
  expect(opened?.headers()['content-security-policy']).not.toMatch(/unsafe-|trusted-types|\*/);
  // The page of another library, which draws all calls before it shows the first.
  await expect(page.locator('.opblock').first()).toBeVisible({ timeout: 60_000 });
  // Only the calls near the window are in the page: all of them are met by scrolling.
  const met = new Set<string>();
  const meet = async () => {
    for (const call of await page.locator('.opblock-summary').allTextContents()) met.add(call);
    await page.mouse.wheel(0, 800);
    return met.size;
  };
  await expect.poll(meet, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(100);
});
