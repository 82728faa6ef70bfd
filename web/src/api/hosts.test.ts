import { afterEach, expect, test, vi } from 'vitest';
import { dayOf } from '../lib/text/day.ts';
import { setTimeZone } from '../lib/text/time-zone.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  setTimeZone('America/Sao_Paulo');
});

/** The day that the screens count for an instant once the server has named its time zone. */
async function dayWith(time_zone: string): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, data: { api_url: '', time_zone } })),
  );
  const { apiHosts } = await import('./hosts.ts');
  await apiHosts();
  return (await import('../lib/text/day.ts')).dayOf('2026-12-12T03:30:00.000Z');
}

test('days are those of the time zone that the server names; a name that this browser does not know changes nothing', async () => {
  expect(dayOf('2026-12-12T03:30:00.000Z')).toBe('2026-12-12');
  expect(await dayWith('America/Manaus')).toBe('2026-12-11');
  expect(await dayWith('Pacific/Auckland')).toBe('2026-12-12');
  expect(await dayWith('Marte/Olimpo')).toBe('2026-12-12');
});
