import {statfs} from 'node:fs/promises';
import {platform} from 'node:process';

/** File systems behind which another machine, or a program, may write: by the numbers of statfs(2) on Linux. */
const types: ReadonlyMap<number, string> = new Map([
	[0x6969, 'NFS'],
	[0xff53_4d42, 'CIFS'],
	[0xfe53_4d42, 'SMB'],
	[0x517b, 'SMB'],
	[0x0102_1997, '9p (WSL or a virtual machine)'],
	[0x6573_5546, 'FUSE (sshfs, virtiofs, …)'],
	[0x00c3_6400, 'Ceph'],
	[0x5346_414f, 'AFS'],
	[0x0bd0_0bd0, 'Lustre'],
	[0x0116_1970, 'GFS2'],
	[0x7461_636f, 'OCFS2'],
	[0x786f_4256, 'a shared folder of VirtualBox'],
	[0xbacb_acbc, 'a shared folder of VMware'],
]);

/** The name of a number of statfs(2) if it is of a network file system; null for any other. */
export const networkTypeOf = (type: number): string | null => types.get(type) ?? null;

/** What network file system a path is on; null if on none, or where that isn't known. Never rejects. */
export const networkType = async (path: string): Promise<string | null> => {
	if (platform !== 'linux') {
		return null;
	}
	try {
		return networkTypeOf((await statfs(path)).type);
	} catch {
		return null;
	}
};
