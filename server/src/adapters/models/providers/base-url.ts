/** Where a provider's API answers, from what the operator wrote: with or without the version, with or without slashes. */
import type { Provider } from '#contract/model-catalogue.ts';

const VERSION = /^v\d+((alpha|beta)\d*)?$/;

/**
 * `http://127.0.0.1:4010` and `http://127.0.0.1:4010/v1` are the same place. The OpenAI form often lives below
 * a path that has its version further up (`/v1beta/openai`): there any version will do. For the other two only
 * the last segment counts, because gateways put their own version in front of the provider's.
 */
export function versionedUrl(provider: Provider, url: string): string {
  const bare = url.replace(/\/+$/, '');
  const segments = new URL(bare).pathname.split('/').filter(Boolean);
  const speaksOpenAi = provider === 'openai' || provider === 'compatible';
  const isVersioned = speaksOpenAi
    ? segments.some((segment) => VERSION.test(segment))
    : VERSION.test(segments.at(-1) ?? '');
  if (isVersioned) return bare;
  return `${bare}/${provider === 'google' ? 'v1beta' : 'v1'}`;
}
