import {constants} from 'node:os';

/** Creates an error with the code and number of a failed system call, such as `EIO`. */
export function systemError(code: keyof typeof constants.errno): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: made by a test`), {code, errno: -constants.errno[code]});
}
