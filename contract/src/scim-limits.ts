/** The numbers of the specification on directories that send people by SCIM. */
/** A provider has two tokens at most, so that one can be replaced while the other works. */
export const SCIM_TOKENS_MAX = 2;
export const SCIM_TOKEN_PREFIX = 'prosa_scim_';
/** Six hundred a minute in the mean: the first cycle of a directory comes at once. */
export const SCIM_CALLS_MAX = 6_000;
export const SCIM_CALLS_MINUTES = 10;
export const SCIM_PAGE = 100;
export const SCIM_PAGE_MAX = 200;
export const SCIM_FILTER_MAX = 2_000;
export const SCIM_TEXT_MAX = 500;
export const SCIM_OPERATIONS_MAX = 1_000;
/** Members that one call adds or removes. */
export const SCIM_MEMBERS_MAX = 1_000;
/** The attributes of one person, as JSON. */
export const SCIM_ATTRIBUTES_BYTES_MAX = 16 * 1024;
