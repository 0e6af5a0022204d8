import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

// No cluster is asked: what stands in deploy/kubernetes is compared with the images and with the settings of the server.
const FOLDER = path.resolve(import.meta.dirname, '../../../deploy/kubernetes');
const read = (file: string) => readFileSync(path.resolve(FOLDER, file), 'utf8');

type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: object;
  readonly securityContext: object;
} & Partial<Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>>;
type Pod = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly automountServiceAccountToken: boolean;
    readonly containers: readonly Container[];
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds?: number;
  };
};
type Resource = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: Pod;
    readonly selector?: object;
    readonly scaleTargetRef?: { readonly name: string };
    readonly podSelector?: object;
  };
};

const kustomization = parse(read('kustomization.yaml'));
const resources: readonly Resource[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(read(file)).map((document) => document.toJS()),
);
const pods = resources.flatMap(({ metadata: { name }, kind, spec: { template } }) =>
  template ? [{ name, kind, template }] : [],
);
const dockerfile = read('../Dockerfile');

// @proves 16.856
test('every pod runs an image of the Dockerfile without rights, within limits, and not as root', () => {
  const images: readonly string[] = kustomization.images.map(({ name }: { name: string }) => name);
  for (const { name, template } of pods) {
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of template.spec.containers) {
      expect([name, images.includes(container.image)]).toEqual([name, true]);
      expect(dockerfile).toContain(` AS ${container.image.replace('portal-', '')}\n`);
      expect(container).toMatchObject({
        resources: {
          requests: { cpu: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  }
});
