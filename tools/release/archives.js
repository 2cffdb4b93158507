// Packs the single files of a release, with manual, completions and licences, and describes them for package managers:
//
//     node tools/release/archives.js REPOSITORY FILE…
//
// FILE is build/single/reqscope-VERSION-TARGET. Writes to build/release: an archive for each target, SHA256SUMS, install.sh, a
// formula for Homebrew and a manifest for scoop. REPOSITORY is the address of the page of the repository. Runs on Linux.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const output = 'build/release';
const shells = {bash: 'reqscope.bash', zsh: '_reqscope', fish: 'reqscope.fish'};

/** Packs a folder. Equal files give equal archives, except that a zip has the times of its files. */
function pack(folder, archive) {
	if (archive.endsWith('.zip')) {
		execFileSync('zip', ['-q', '-r', '-X', archive, folder], {cwd: output});
		return;
	}
	const equal = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
	// Two threads, on any machine: the number decides the bytes.
	execFileSync('tar', [...equal, '-cJf', archive, folder], {
		cwd: output,
		env: {...process.env, XZ_OPT: '-6 -T2'},
	});
}

/** Packs the file of a target. Returns the name of the archive and its sum. */
function archiveOf(file, target) {
	const isWindows = target.startsWith('win');
	const name = `reqscope-${target}`;
	const folder = join(output, name);
	mkdirSync(folder, {recursive: true});
	const program = join(folder, isWindows ? 'reqscope.exe' : 'reqscope');
	copyFileSync(file, program);
	chmodSync(program, 0o755);
	copyFileSync('build/bundle/reqscope.1', join(folder, 'reqscope.1'));
	for (const [shell, completions] of Object.entries(shells)) {
		const text = execFileSync('node', ['build/bundle/cli.cjs', 'completions', shell]);
		writeFileSync(join(folder, completions), text);
	}
	const licences = ['license', 'build/bundle/licences.txt', 'build/single/node-license.txt'];
	writeFileSync(
		join(folder, 'licences.txt'),
		licences.map(path => readFileSync(path, 'utf8')).join(`\n\n${'='.repeat(80)}\n\n`),
	);
	const archive = `${name}.${isWindows ? 'zip' : 'tar.xz'}`;
	pack(name, archive);
	const sum = createHash('sha256')
		.update(readFileSync(join(output, archive)))
		.digest('hex');
	return {target, archive, sum};
}

/** The formula for Homebrew. */
function formula({repository, version, archives}) {
	const download = target => {
		const {archive, sum} = archives.find(one => one.target === target);
		return `url "${repository}/releases/download/v${version}/${archive}"\n      sha256 "${sum}"`;
	};
	return `class Reqscope < Formula
  desc "Watch the requests that a web server records, live, in a terminal"
  homepage "${repository}"
  version "${version}"
  license "MIT"

  on_macos do
    on_arm do
      ${download('darwin-arm64')}
    end
    on_intel do
      ${download('darwin-x64')}
    end
  end

  on_linux do
    on_arm do
      ${download('linux-arm64')}
    end
    on_intel do
      ${download('linux-x64')}
    end
  end

  def install
    bin.install "reqscope"
    man1.install "reqscope.1"
    bash_completion.install "reqscope.bash" => "reqscope"
    zsh_completion.install "_reqscope"
    fish_completion.install "reqscope.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reqscope --version")
  end
end
`;
}

/** The manifest for scoop. */
function scoop({repository, version, archives}) {
	const {archive, sum} = archives.find(({target}) => target === 'win-x64');
	return `${JSON.stringify(
		{
			version,
			description: 'Watch the requests that a web server records, live, in a terminal',
			homepage: repository,
			license: 'MIT',
			architecture: {
				'64bit': {url: `${repository}/releases/download/v${version}/${archive}`, hash: sum},
			},
			extract_dir: 'reqscope-win-x64',
			bin: 'reqscope.exe',
		},
		null,
		'\t',
	)}\n`;
}

const [, , repository, ...files] = process.argv;
const version = readFileSync('build/bundle/version.txt', 'utf8');
rmSync(output, {recursive: true, force: true});
mkdirSync(output, {recursive: true});
const archives = files.map(file => archiveOf(file, /-((?:linux|darwin|win)-\w+?)(?:\.exe)?$/.exec(file)[1]));
writeFileSync(join(output, 'SHA256SUMS'), archives.map(({archive, sum}) => `${sum}  ${archive}\n`).join(''));
const script = readFileSync('tools/release/install.sh', 'utf8').replace('@REPOSITORY@', repository);
writeFileSync(join(output, 'install.sh'), script);
const release = {repository, version, archives};
const targets = new Set(archives.map(({target}) => target));
if (['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].every(target => targets.has(target))) {
	writeFileSync(join(output, 'reqscope.rb'), formula(release));
}
if (targets.has('win-x64')) {
	writeFileSync(join(output, 'reqscope.json'), scoop(release));
}
