import {readdirSync, readlinkSync} from 'node:fs';

/** The paths below `directory` that this process holds open (Linux only). */
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
