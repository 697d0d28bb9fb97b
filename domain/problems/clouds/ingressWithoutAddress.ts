import { refreshPreview } from '#domain/commands.ts'
import { type KnownProblem, pulumi } from '../problem.ts'

export const ingressWithoutAddress: KnownProblem = {
  id: 'ingress-without-address',
  group: 'clouds',
  order: 4,
  title: 'Kubernetes: an Ingress gets no address',
  words: 'status loadBalancer traefik unhealthy init errors',
  recoveries: ['fix-unhealthy'],
  stackHealth: ['failed'],
  docs: {
    documented: 'Delete and create again',
    does: "Shows the provider's message, and the causes by controller",
    refuses: 'To remove the entry from the state',
  },
  means: 'The ingress exists; its controller did not publish an address in time. The next update tries again.',
  first: {
    say: 'Check whether the ingress has an address by now.',
    run: () => ['kubectl get ingress --all-namespaces -o wide'],
  },
  causes: [
    {
      cause: 'The controller does not publish it',
      sign: 'Traefik without an endpoint',
      so: 'Set kubernetes.ingressEndpoint (Traefik 1.7 and later)',
    },
    { cause: 'The load balancer is slow', sign: 'The address came later', so: 'Refresh, and it is healthy' },
    {
      cause: 'No controller for its class',
      sign: 'kubectl describe shows no events',
      so: 'Install one, or fix the class',
    },
    {
      cause: 'It is not needed',
      sign: 'Nothing reads the address',
      so: 'Annotate it with pulumi.com/skipAwait: "true"',
    },
  ],
  steps: [
    {
      say: 'When it has one:',
      run: (stack) => ['# Writes nothing.', refreshPreview(stack), pulumi(stack, 'refresh')],
    },
  ],
  never: [{ what: 'deleting it from the state', why: 'the next up fails with “already exists”' }],
  here: 'Resources marks it as unhealthy, with the provider’s message.',
  errors: [
    {
      id: 'ingress-without-address',
      fragments: [
        {
          says: 'Ingress .status.loadBalancer field was not updated with a hostname/IP address',
          when: 'kubernetes provider',
        },
      ],
      advice: 'Check that the controller publishes its status (for Traefik: kubernetes.ingressEndpoint), then refresh.',
      where: 'Kubernetes',
    },
    {
      id: 'unhealthy',
      isSymptom: true,
      fragments: [
        { says: 'Refreshed resource is in an unhealthy state', when: 'pulumi refresh' },
        'was successfully created, but … failed to become live',
        'failed to fully initialize or become live',
      ],
      title: 'A resource exists but is not healthy',
      meaning: 'It was created, but did not become ready in time.',
      advice: 'Refresh if it is healthy by now; otherwise fix the cause and run pulumi up.',
      where: 'refresh, and Kubernetes',
    },
    {
      id: 'image-pull',
      fragments: ['ImagePullBackOff', 'ErrImagePull', 'Back-off pulling image'],
      title: 'A container image can’t be pulled',
      meaning: 'The image or its tag does not exist, or the cluster has no access to the registry.',
      advice: 'Check the name and tag, and the pull secret; then run pulumi up.',
      where: 'Kubernetes',
    },
    {
      id: 'crash-loop',
      fragments: ['CrashLoopBackOff'],
      title: 'A container keeps crashing',
      meaning: 'It starts and exits again.',
      advice: 'Read its last log (kubectl logs --previous), fix the cause, and run pulumi up.',
      where: 'Kubernetes',
    },
  ],
}
