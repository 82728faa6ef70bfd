/** What browsers are told to refuse of our own pages, whatever gets into them. */
import type { Env } from '../../env.ts';

/** What no page of ours asks a browser for, so that nothing that got into one can. */
export const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

export function securityHeaders(env: Env) {
  const api = [env.PUBLIC_API_URL, env.PUBLIC_API_BACKUP_URL, env.SENTRY_DSN]
    .filter((url): url is string => !!url)
    .map((url) => new URL(url).origin);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...api],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // Nobody here makes markup of text, so nobody may say that some text is safe.
        trustedTypes: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
    // Only where TLS is in front; on http://localhost it would lock the operator out.
    strictTransportSecurity: env.APP_URL.startsWith('https://') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
