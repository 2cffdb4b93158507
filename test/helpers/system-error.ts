import {constants} from 'node:os';

/** An error as the system's calls fail with it: `EIO`. */
export function systemError(code: keyof typeof constants.errno): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: made by a test`), {code, errno: -constants.errno[code]});
}
