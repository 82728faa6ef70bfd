import { expect, test } from 'vitest';
import type { Hosts } from '../../../api/hosts.ts';
import { closedDomainOf } from './closed-domain.ts';

const provider = (slug: string) => ({ slug, name: `Contas ${slug}`, kind: 'keycloak' as const });
const sign_in: Hosts['sign_in'] = {
  providers: [provider('casa'), provider('saude')],
  login_names: false,
  registration: 'enters',
  password_door: 'shown',
  closed_domains: [
    { domain: 'exemplo.gov.br', slug: 'casa' },
    {
      domain: '*.exemplo.gov.br',
      slug: 'casa',
      except: ['livre.exemplo.gov.br', '*.escolas.exemplo.gov.br'],
    },
    { domain: '*.saude.exemplo.gov.br', slug: 'saude' },
    { domain: '*.parado.test', slug: 'rede' },
  ],
};

test.each([
  ['ana@exemplo.gov.br', 'casa'],
  [' Ana@Obras.Exemplo.Gov.Br', 'casa'],
  ['ana@mar.obras.exemplo.gov.br', 'casa'],
  // The more exact of two closed rules.
  ['ana@posto.saude.exemplo.gov.br', 'saude'],
  ['ana@saude.exemplo.gov.br', 'casa'],
  // More exact rules that are open.
  ['ana@livre.exemplo.gov.br', undefined],
  ['ana@norte.escolas.exemplo.gov.br', undefined],
  ['ana@escolas.exemplo.gov.br', 'casa'],
  ['ana@outroexemplo.gov.br', undefined],
  ['ana@gov.br', undefined],
  // Its provider has no button here.
  ['ana@x.parado.test', undefined],
  ['ana', undefined],
  ['', undefined],
])('the hint for «%s» names the provider %s', (email, slug) => {
  expect(closedDomainOf(email, sign_in)?.slug).toBe(slug);
});
