import {constants} from 'node:fs';

/**
 * What a log is opened with: whoever opened a named pipe at its path without these would wait for a writer, for ever
 * perhaps.
 */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
