import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from '../link/lab.ts';
import type { Certificate } from '../programs/flow.ts';

/** Creates a self-signed certificate for both sides of a lab, valid for a day. Throws an Error if `openssl` is missing. */
export function createCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'doha-lab-'));
  try {
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const names = Object.values(addressOf).map((address) => `IP:${address}`);
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const about = ['-subj', '/CN=lab', '-addext', `subjectAltName=${names.join(',')}`];
    const args = ['req', '-x509', ...kind, ...about, '-keyout', key, '-out', cert];
    execFileSync('openssl', args, { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
