import {homedir} from 'node:os';

/** Returns the home directory; empty if it is unknown: a container may run as a user that the system doesn't know. */
export function homeFolder(): string {
	try {
		return homedir();
	} catch {
		return '';
	}
}
