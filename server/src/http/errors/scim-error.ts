/** Error replies in the form of SCIM (RFC 7644, section 3.12). */
import type { FastifyReply } from 'fastify';
import { API_BASE } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { SCIM_MEDIA_TYPE, SCIM_PATH, SCIM_SCHEMAS, type ScimError } from '#contract/scim.ts';
import type { AppError } from '../../app-error.ts';

export const isScimPath = (url: string): boolean => url.startsWith(`${API_BASE}${SCIM_PATH}/`);

/** The protocol's words for errors that mean the same. */
const TYPES: { [code in ProblemCode]?: string } = {
  validation: 'invalidValue',
  bad_request: 'invalidSyntax',
  scim_filter_invalid: 'invalidFilter',
  scim_path_invalid: 'invalidPath',
  scim_target_missing: 'noTarget',
  scim_value_invalid: 'invalidValue',
  scim_taken: 'uniqueness',
};

export function scimFailure({ code, status: given, detail }: AppError): { status: number; body: ScimError } {
  // Directories do not know 422.
  const status = given === 422 ? 400 : given;
  const scimType = TYPES[code];
  return {
    status,
    body: {
      schemas: [SCIM_SCHEMAS.error],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail,
      code,
    },
  };
}

export function answerScim(failure: AppError, reply: FastifyReply): FastifyReply {
  const { status, body } = scimFailure(failure);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.status(status).header('cache-control', 'no-store').type(SCIM_MEDIA_TYPE).send(body);
}
