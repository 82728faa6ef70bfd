/** How screens are looked at: opened once, then turned to every width and both themes where they stand. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { MOBILE_BREAKPOINT_PX } from '#contract/limits.ts';

/** A part of a screen that is photographed, and the steps that lead to it from the one before. */
export type Sight = [name: string, go: () => Promise<unknown>];

type Theme = 'light' | 'dark';
/** Places are judged in every look; all else once in each layout, which is once in each theme. */
type Look = { width: number; height: number; theme: Theme; isExamined: boolean };

/** Where only places are judged: what is not in the window need not be drawn. */
const LOW = 320;

const OTHERS: Look[] = [
  { width: 390, height: 844, theme: 'light', isExamined: true },
  { width: 1360, height: 850, theme: 'dark', isExamined: true },
];

const LOOKS: Look[] = [
  { width: 1360, height: 850, theme: 'light', isExamined: true },
  { width: 1920, height: LOW, theme: 'light', isExamined: false },
  // Wide enough for the sidebar, which leaves the rest little more than a phone has.
  { width: 800, height: LOW, theme: 'light', isExamined: false },
  { width: 768, height: LOW, theme: 'light', isExamined: false },
  { width: 320, height: LOW, theme: 'light', isExamined: false },
  { width: 390, height: 844, theme: 'dark', isExamined: true },
  // Each layout in its other theme: seldom another matter, and as dear as all the others. With PROSA_E2E_LOOKS=all.
  ...(process.env.PROSA_E2E_LOOKS === 'all' ? OTHERS : []),
];
const PHONE_LOOKS = LOOKS.filter(({ width }) => width <= MOBILE_BREAKPOINT_PX).reverse();

/** Walks past every sight. Nothing has a grave fault of accessibility, and nothing stands beyond the edge. */
export const walkPast = (page: Page, sights: Sight[]) => walk(page, sights, LOOKS);

/** Past what only a phone has, such as the drawer: it does not outlive a wider window. */
export const walkPastOnPhone = (page: Page, sights: Sight[]) => walk(page, sights, PHONE_LOOKS);

/** Each sight is come upon in the first of the looks. */
async function walk(page: Page, sights: Sight[], looks: Look[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const [name, go] of sights) {
    if (looks[0]) await page.setViewportSize(looks[0]);
    await go();
    await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    for (const look of looks)
      for (const fault of await faults(page, look))
        found.push(`${name}, ${look.theme}, ${look.width} px: ${fault}`);
  }
  expect(found).toEqual([]);
}

async function faults(page: Page, { width, height, theme, isExamined }: Look): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await putOn(page, theme);
  const found = await page.evaluate(sideways);
  if (isExamined) found.push(...(await graveFaults(page)));
  return found;
}

const worn = new WeakMap<Page, Theme>();

async function putOn(page: Page, theme: Theme): Promise<void> {
  if (worn.get(page) === theme) return;
  worn.set(page, theme);
  await page.emulateMedia({ colorScheme: theme });
}

/** In the page: what scrolls to the side without being made for it, and what is beyond the edge of the window. */
async function sideways(): Promise<string[]> {
  // The frame in which the layout changes, and the one that shows it.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const named = (element: Element) => `<${element.localName} class="${element.getAttribute('class')}">`;
  const found: string[] = [];
  // Behind the sign-in the window itself never moves, whatever is placed beyond its edge.
  if (document.querySelector('.h-dvh') && document.documentElement.scrollHeight > innerHeight)
    found.push('the window scrolls');
  for (const element of document.querySelectorAll('html, body *')) {
    // Tables and rows of tabs may, in a frame of their own; what only assistive technology reads has no place.
    if (element.closest('.overflow-x-auto, .table-frame, .sr-only, svg')) continue;
    const { overflowX, position } = getComputedStyle(element);
    if (element.localName === 'html' || overflowX === 'auto') {
      if (element.scrollWidth > element.clientWidth) found.push(`scrolls sideways ${named(element)}`);
    }
    const { left, right, width } = element.getBoundingClientRect();
    const cut =
      position !== 'fixed' && element.parentElement?.closest('.truncate, [class*="overflow-hidden"]');
    if (width > 0 && !cut && (right > innerWidth + 1 || left < -1))
      found.push(`beyond the edge ${named(element)}`);
  }
  return found;
}

/** The script that the package would otherwise inject for every picture. */
const engine = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
);

type Engine = { run: (context: Element | Document, options: object) => ReturnType<AxeBuilder['analyze']> };

/** Serious and critical faults of accessibility of what is on the page now. */
export async function graveFaults(page: Page): Promise<string[]> {
  // Once in a page: bringing it costs more than asking it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(engine);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Engine };
    // The page under a dialog cannot be reached, and it was looked at before.
    const isCovered = document.querySelector('#root[aria-hidden="true"]') !== null;
    const top = isCovered && [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const { violations } = await axe.run(top || document, { resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ''}`);
  });
}

/** How far things moved by themselves, as the browser adds it up. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}
