/** What a path of the command line is called on the screen. */
export function pathName(path: string): string {
	return path === '-' ? 'standard input' : path;
}
