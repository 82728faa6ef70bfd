/** Security headers: a content security policy against injected content, and others. */
import type { Env } from '../../env.ts';

/** Browser features that no page uses, denied so that injected content cannot use them. */
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
        // No code assigns HTML, so no trusted-types policy may be created.
        trustedTypes: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
    // HSTS only behind TLS: on http://localhost it would lock the operator out.
    strictTransportSecurity: env.APP_URL.startsWith('https://') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
