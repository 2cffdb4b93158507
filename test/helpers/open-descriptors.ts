import {readdirSync, readlinkSync} from 'node:fs';

/** Returns the paths below `directory` that this process has open. Linux only. */
export function openDescriptors(directory: string): readonly string[] {
	return readdirSync('/proc/self/fd')
		.map(fd => {
			try {
				return readlinkSync(`/proc/self/fd/${fd}`);
			} catch {
				return '';
			}
		})
		.filter(target => target.startsWith(directory));
}
