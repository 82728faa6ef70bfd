// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type AddressForm, useAddressFilters } from './use-address-filters.ts';

type Filters = { search: string; tags: string[] };

const form: AddressForm<Filters> = {
  read: (address) => ({ search: address.get('search') ?? '', tags: address.getAll('tag') }),
  write: ({ search, tags }) =>
    new URLSearchParams([...(search ? [['search', search]] : []), ...tags.map((tag) => ['tag', tag])]),
};

type Drawn = ReturnType<typeof useAddressFilters<Filters>>;

function List({ tell }: { tell: (drawn: Drawn) => void }) {
  tell(useAddressFilters(form));
  return null;
}

async function opened(address: string) {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.history.replaceState(null, '', address);
  const drawn: Drawn[] = [];
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <BrowserRouter>
        <List tell={(list) => drawn.push(list)} />
      </BrowserRouter>,
    ),
  );
  const list = () => drawn.at(-1) as Drawn;
  return { list, close: () => act(async () => root.unmount()) };
}

test('two filters chosen before the first of them was drawn are both kept', async () => {
  const { list, close } = await opened('/?search=multas');
  const before = list();
  await act(async () => {
    before.change(({ tags }) => ({ tags: [...tags, '3'] }));
    before.change(({ tags }) => ({ tags: [...tags, '8'] }));
  });
  expect(list().filters).toEqual({ search: 'multas', tags: ['3', '8'] });
  await close();
});

test('what was typed goes with the filters when they are cleared, also before it rested', async () => {
  const { list, close } = await opened('/?search=multas&tag=3');
  await act(async () => list().search('multas de'));
  expect(list().term).toBe('multas de');
  await act(async () => list().clear());
  expect([list().term, list().filters]).toEqual(['', { search: '', tags: [] }]);
  await close();
  window.history.replaceState(null, '', '/');
});
