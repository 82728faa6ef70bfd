/** The way to a provider of sign-on and back, whatever it is for. */
import { z } from 'zod';

/** Uses of the answer of a provider. */
export const SIGN_ON_PURPOSES = ['sign-in', 'link', 'confirm', 'test'] as const;
export type SignOnPurpose = (typeof SIGN_ON_PURPOSES)[number];

export const ProviderSlug = z.object({ slug: z.string().max(100) });

/** SHA-256 of the secret of the tab, in base64url. */
const BindingHash = z.string().regex(/^[\w-]{43}$/);

export const Begin = z.object({ binding_hash: BindingHash });
export const Begun = z.object({ authorization_url: z.string(), state: z.string() });

/** The address to which the provider sent the browser back, without its «?». */
export const ProviderAnswer = z.object({
  state: z.string().max(2_000),
  /** The secret of the tab: 32 bytes in base64url. */
  binding: z.string().max(100),
  query: z
    .string()
    .max(8_000)
    .transform((query) => query.replace(/^\?/, '')),
});
export type ProviderAnswer = z.output<typeof ProviderAnswer>;
